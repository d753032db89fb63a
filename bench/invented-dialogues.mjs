// Invents long chats of two friends over many months, in the shape of the LoCoMo data set, with questions and the turns that
// answer them. What is told is often split between a question and its answer, and asked for later in other words.
import {
  BOOKS,
  CAUSES,
  CITIES,
  CRAFTS,
  DISHES,
  INSTRUMENTS,
  JOBS,
  MADE,
  NAMES,
  PEOPLE,
  PET_NAMES,
  PETS,
  PLANTS,
  SPORTS,
  TIMES,
  WORRIES,
} from './dialogue-words.mjs';
import { createChance } from './invented-text.mjs';

/** A fact: what leads to it (said by the other one), how it is told, and how it may be asked for later. */
const FACTS = [
  (c) => {
    const [craft, made, who] = [c.pick(CRAFTS), c.pick(MADE), c.pick(PEOPLE)];
    return {
      lead: `How is that ${craft} class going?`,
      told: [
        [
          `Really well! I finished ${made} ${c.pick(TIMES)} and gave it to ${who}.`,
          (n) => [`What did ${n} finish in the ${craft} course?`, `Who got the thing that ${n} made at ${craft}?`],
        ],
        [
          `Slowly, but I made ${made}. ${who.replace('my', 'My')} wants one too!`,
          (n) => [
            `What did ${n} make in the ${craft} class?`,
            `Who wants ${made.replace(/^a /, 'the ')} that ${n} made?`,
          ],
        ],
      ],
    };
  },
  (c) => {
    const [city, who] = [c.pick(CITIES), c.pick(PEOPLE)];
    return {
      lead: 'Any travel plans this year?',
      told: [
        [
          `Just came back! ${c.pick(TIMES)} I flew to ${city} with ${who}, and we walked for hours.`,
          (n) => [`When did ${n} go to ${city}?`, `Who joined ${n} on the trip to ${city}?`],
        ],
        [
          `We're off to ${city} soon, the tickets are booked and I can't wait.`,
          (n) => [`Which tickets has ${n} booked?`, `How does ${n} feel about the upcoming trip to ${city}?`],
        ],
      ],
    };
  },
  (c) => {
    const sport = c.pick(SPORTS);
    return {
      lead: 'You look fit, have you been working out?',
      told: [
        [
          `I took up ${sport} ${c.pick(TIMES)}. My arms are so sore, but it clears my head.`,
          (n) => [`When did ${n} take up ${sport}?`, `What does ${sport} do for ${n}?`],
        ],
        [
          `Yes, ${sport} three times a week! It helps with the stress.`,
          (n) => [`What does ${n} do against stress?`, `How often does ${n} go ${sport}?`],
        ],
      ],
    };
  },
  (c) => {
    const [pet, name] = [c.pick(PETS), c.pick(PET_NAMES)];
    return {
      lead: 'What is that noise in the background?',
      told: [
        [
          `Ha, that's ${name}! We adopted ${pet} ${c.pick(TIMES)}.`,
          (n) => [`When did ${n} adopt ${name}?`, `What kind of animal did ${n} adopt?`],
        ],
        [
          `Meet ${name}. I finally gave in and got ${pet}, the house is chaos now.`,
          (n) => [`What is ${name}, the pet that ${n} got?`, `Why is ${n}'s house in chaos?`],
        ],
      ],
    };
  },
  (c) => {
    const [dish, who] = [c.pick(DISHES), c.pick(PEOPLE)];
    return {
      lead: 'Did you do anything nice for dinner?',
      told: [
        [
          `I cooked ${dish} for ${who} and it actually turned out great.`,
          (n) => [`What did ${n} cook?`, `Who did ${n} make ${dish} for?`],
        ],
        [
          `Tried a new recipe, ${dish}. ${who.replace('my', 'My')} had three servings!`,
          (n) => [`Which recipe did ${n} try for dinner?`, `Who liked the ${dish} that ${n} made?`],
        ],
      ],
    };
  },
  (c) => {
    const job = c.pick(JOBS);
    return {
      lead: 'So what is next for you at work?',
      told: [
        [
          `I've decided: I'm going back to school to become ${job}.`,
          (n) => [`What does ${n} want to become?`, `Why is ${n} going back to school?`],
        ],
        [
          `Honestly I want to retrain as ${job}. I sent the application ${c.pick(TIMES)}.`,
          (n) => [`When did ${n} send the application?`, `What does ${n} want to retrain as?`],
        ],
      ],
    };
  },
  (c) => {
    const [book, who] = [c.pick(BOOKS), c.pick(PEOPLE)];
    return {
      lead: 'Reading anything good?',
      told: [
        [
          `I'm halfway through ${book} and I can't put it down.`,
          (n) => [`What book is ${n} reading?`, `How far is ${n} in ${book}?`],
        ],
        [
          `${who.replace('my', 'My')} lent me ${book}; it made me cry on the train.`,
          (n) => [`Which book made ${n} cry?`, `Who lent ${n} ${book}?`],
        ],
      ],
    };
  },
  (c) => {
    const [cause, who] = [c.pick(CAUSES), c.pick(PEOPLE)];
    return {
      lead: 'What did you get up to on Saturday?',
      told: [
        [
          `I volunteered at ${cause}. So many people showed up, it gave me hope.`,
          (n) => [`Where does ${n} volunteer?`, `How did ${n} feel about volunteering at ${cause}?`],
        ],
        [
          `Helped out at ${cause} again, and ${who} came along.`,
          (n) => [`Who came to ${cause} with ${n}?`, `What did ${n} do on Saturday?`],
        ],
      ],
    };
  },
  (c) => {
    const instrument = c.pick(INSTRUMENTS);
    return {
      lead: 'Is that music I hear?',
      told: [
        [
          `That's me practicing the ${instrument}! I started lessons ${c.pick(TIMES)}.`,
          (n) => [`What instrument does ${n} practice?`, `When did ${n} begin ${instrument} lessons?`],
        ],
        [
          `I bought a second-hand ${instrument}. The neighbors hate me.`,
          (n) => [`Which instrument did ${n} buy?`, `Why are ${n}'s neighbors annoyed by the music?`],
        ],
      ],
    };
  },
  (c) => {
    const plant = c.pick(PLANTS);
    return {
      lead: 'How is the garden?',
      told: [
        [
          `The ${plant} are finally blooming, after I nearly gave up on them.`,
          (n) => [`What is blooming in ${n}'s garden?`, `What did ${n} nearly give up on?`],
        ],
        [
          `We planted ${plant} by the fence ${c.pick(TIMES)}.`,
          (n) => [`What did ${n} plant by the fence?`, `When did ${n} plant the ${plant}?`],
        ],
      ],
    };
  },
  (c) => {
    const [worry, who] = [c.pick(WORRIES), c.pick(PEOPLE)];
    return {
      lead: 'You sound tired, is everything alright?',
      told: [
        [
          `I hardly slept, ${worry} is coming up and I'm terrified.`,
          (n) => [`Why was ${n} tired and could not sleep?`, `How does ${n} feel about ${worry}?`],
        ],
        [
          `It's ${worry}. ${who.replace('my', 'My')} keeps telling me it will be fine.`,
          (n) => [`Who tells ${n} that ${worry} will be fine?`, `What made ${n} sound tired?`],
        ],
      ],
    };
  },
];

const SMALL_TALK = [
  'Wow, that sounds amazing!',
  'I know exactly what you mean.',
  'How have you been?',
  "It's been ages, hasn't it?",
  'Thanks, that means a lot to me.',
  'Take care, talk soon!',
  'Haha, you never change.',
  'I really needed to hear that today.',
  'What about you, anything new?',
  'That must have been hard.',
  'The weather here has been awful, rain every single day.',
  'Work has been keeping me busy, but I try to take breaks.',
  "I've been thinking about what really matters lately.",
  'Family is everything, I agree.',
  'Time flies, I can hardly believe it is already autumn.',
  'I made some tea and sat by the window for a while.',
  'You should send me a picture!',
  'That reminds me of when we were kids.',
];
const CLOSER = [
  'Nice!',
  'No way!',
  'That is so cool.',
  'I am proud of you.',
  'Tell me more some time!',
  'Good for you!',
];

function addFact(chat, chance, teller) {
  const fact = chance.pick(FACTS)(chance);
  const other = 1 - teller;
  if (chance.next() < 0.75) chat.say(other, `${chance.next() < 0.4 ? `${chance.pick(CLOSER)} ` : ''}${fact.lead}`);
  const [text, ask] = chance.pick(fact.told);
  const id = chat.say(teller, text);
  if (chance.next() < 0.6) chat.say(other, chance.pick(CLOSER));
  if (chance.next() < 0.45) chat.ask(chance.pick(ask(chat.names[teller])), [id]);
}

/** Two people, and what is asked about what they said. */
export class Chat {
  constructor(names) {
    this.names = names;
    this.sessions = [];
    this.questions = [];
  }

  begin() {
    this.sessions.push([]);
  }

  say(speaker, text) {
    const turns = this.sessions.at(-1);
    const dia_id = `D${this.sessions.length}:${turns.length + 1}`;
    turns.push({ dia_id, speaker: this.names[speaker], text });
    return dia_id;
  }

  ask(question, evidence) {
    this.questions.push({ question, evidence, category: 1 });
  }

  finish(sample_id) {
    const conversation = { speaker_a: this.names[0], speaker_b: this.names[1] };
    this.sessions.forEach((turns, index) => {
      conversation[`session_${index + 1}`] = turns;
    });
    const merged = new Map();
    for (const { question, evidence } of this.questions)
      merged.set(question, [...(merged.get(question) ?? []), ...evidence]);
    const qa = [...merged].map(([question, evidence]) => ({ question, evidence, category: 1 }));
    return { sample_id, conversation, qa };
  }
}

/** Conversations in the shape of LoCoMo: `{sample_id, conversation: {session_N: [{dia_id, speaker, text}]}, qa}`. */
export function inventDialogues({ conversations = 10, sessions = 20, seed = 7 } = {}) {
  return Array.from({ length: conversations }, (_, number) => {
    const chance = createChance(seed * 1000 + number);
    const chat = new Chat(NAMES[number % NAMES.length]);
    for (let session = 0; session < sessions; session += 1) {
      chat.begin();
      for (let step = 0; step < 9; step += 1) {
        if (chance.next() < 0.45) addFact(chat, chance, chance.below(2));
        else chat.say(chance.below(2), chance.pick(SMALL_TALK));
      }
    }
    return chat.finish(`invented-${number + 1}`);
  });
}
