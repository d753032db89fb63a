// A second, larger set of invented chats, in other words than those that the order of hits was tuned on: two people who restore
// boats write to each other over a year. What is told answers what was asked the turn before, and is asked for later in words
// that the turn itself often lacks.
import { Chat } from './invented-dialogues.mjs';
import { createChance } from './invented-text.mjs';

const PAIRS = [
  ['Maud', 'Teodor'],
  ['Ines', 'Halvard'],
  ['Ruta', 'Callum'],
  ['Beatriz', 'Yusuf'],
  ['Signe', 'Pavel'],
  ['Amara', 'Lorcan'],
];
const BOATS = ['the ketch', 'the dinghy', 'the pilot cutter', 'the skiff', 'the launch', 'the old yawl'];
const PARTS = ['the keel', 'the rudder', 'the mast', 'the transom', 'the bilge pump', 'the garboard', 'the tiller'];
const WOODS = ['larch', 'oak', 'teak', 'iroko', 'ash', 'spruce'];
const FAULTS = ['rot near the bolts', 'a split along the grain', 'worm holes', 'a loose scarf joint', 'a bent pin'];
const MENDERS = [
  'the blacksmith',
  'my uncle',
  'a student from the yard',
  'the sailmaker',
  'our neighbour with the lathe',
];
const PLACES = [
  'the north slip',
  'the shed behind the chapel',
  'Harwich',
  'the canal basin',
  'the island',
  'the mud berth',
];
const PRICES = ['forty pounds', 'nearly nine hundred', 'two bottles of rum', 'nothing at all', 'a month of wages'];
const WEATHER = ['a hard frost', 'the spring tide', 'three days of fog', 'that gale', 'the heat'];
const PAINTS = ['bottle green', 'oxblood', 'pale grey', 'cream with a black strake', 'plain white lead'];
const SONGS = [
  'the launching party',
  'the regatta',
  'the blessing of the fleet',
  'the auction',
  'the funeral of the harbour master',
];
const FOODS = ['smoked eel', 'a pot of mussels', 'seed cake', 'pea soup', 'pickled herring'];
const HURTS = ['my thumb', 'two ribs', 'my knee', 'my left wrist'];

/** What the other one writes first, what is told, and how it is asked for later. */
const MATTERS = [
  (c, x = { part: c.pick(PARTS), boat: c.pick(BOATS), fault: c.pick(FAULTS) }) => ({
    lead: `Have you looked at ${x.part} of ${x.boat} yet?`,
    told: `I have, and there is ${x.fault}. It will not survive another winter.`,
    asks: (n) => [`What is wrong with ${x.part} of ${x.boat}?`, `Which damage did ${n} find on ${x.boat}?`],
  }),
  (c, x = { wood: c.pick(WOODS), boat: c.pick(BOATS) }) => ({
    lead: `What are you planking ${x.boat} with, in the end?`,
    told: `I went for ${x.wood}. It bends without steaming and the mill had it dry.`,
    asks: (n) => [`Which timber did ${n} choose for ${x.boat}?`, `Why did ${n} pick ${x.wood}?`],
  }),
  (c, x = { who: c.pick(MENDERS), part: c.pick(PARTS) }) => ({
    lead: `Who is going to mend ${x.part}?`,
    told: `${x.who.replace(/^\w/, (l) => l.toUpperCase())} offered, and would not hear of being paid.`,
    asks: (n) => [`Who repaired ${x.part} for ${n}?`, `Who refused money from ${n}?`],
  }),
  (c, x = { place: c.pick(PLACES), boat: c.pick(BOATS) }) => ({
    lead: `And where does ${x.boat} lie now?`,
    told: `She is at ${x.place} until the cradle is finished.`,
    asks: (n) => [`Where is ${x.boat} kept?`, `In which spot did ${n} leave ${x.boat}?`],
  }),
  (c, x = { price: c.pick(PRICES), boat: c.pick(BOATS) }) => ({
    lead: `Dare I ask what ${x.boat} cost you?`,
    told: `You may laugh: ${x.price}. The widow only wanted the yard empty.`,
    asks: (n) => [`How much did ${n} pay for ${x.boat}?`, `Why was ${x.boat} sold to ${n}?`],
  }),
  (c, x = { weather: c.pick(WEATHER), part: c.pick(PARTS) }) => ({
    lead: 'Did everything come through the bad week?',
    told: `Not quite, ${x.weather} took ${x.part} with it, and we searched the shore until dark.`,
    asks: (n) => [`What did ${n} lose to ${x.weather}?`, `What was ${n} looking for along the beach?`],
  }),
  (c, x = { paint: c.pick(PAINTS), boat: c.pick(BOATS) }) => ({
    lead: `Have you settled on a colour for ${x.boat}?`,
    told: `It will be ${x.paint}, as in the photograph from before the war.`,
    asks: (n) => [`What colour is ${x.boat} going to be?`, `What picture did ${n} take the colour from?`],
  }),
  (c, x = { feast: c.pick(SONGS), food: c.pick(FOODS) }) => ({
    lead: `Will you come to ${x.feast}?`,
    told: `Of course, and I bring ${x.food}, since last year there was nothing left by noon.`,
    asks: (n) => [`What will ${n} bring to ${x.feast}?`, `Why does ${n} carry food to ${x.feast}?`],
  }),
  (c, x = { hurt: c.pick(HURTS), part: c.pick(PARTS) }) => ({
    lead: 'Your handwriting looks strange, what happened?',
    told: `I broke ${x.hurt} when ${x.part} slipped off the trestles.`,
    asks: (n) => [`How was ${n} injured?`, `Why did ${n}'s letters look odd?`],
  }),
];

const CHATTER = [
  'The kettle is on, as ever.',
  'I must stop, the light is going.',
  'Write when you can.',
  'You always say that.',
  'It has rained since Sunday and the yard is a pond.',
  'I read your letter twice.',
  'Some days I think we are both mad.',
  'The cat sends regards from the sail loft.',
  'One thing after another, as my mother used to say.',
  'I had a good laugh about that.',
  'Do not work too hard.',
  'We are getting old for this.',
];

function tellMatter(chat, chance) {
  const teller = chance.below(2);
  const { lead, told, asks } = chance.pick(MATTERS)(chance);
  if (chance.next() < 0.85) chat.say(1 - teller, lead);
  const id = chat.say(teller, told);
  if (chance.next() < 0.5) chat.say(1 - teller, chance.pick(CHATTER));
  if (chance.next() < 0.4) chat.ask(chance.pick(asks(chat.names[teller])), [id]);
}

/** Conversations in the shape of LoCoMo. */
export function inventLetters({ conversations = 12, sessions = 30, seed = 4711 } = {}) {
  return Array.from({ length: conversations }, (_, number) => {
    const chance = createChance(seed + number * 7919);
    const chat = new Chat(PAIRS[number % PAIRS.length]);
    for (let session = 0; session < sessions; session += 1) {
      chat.begin();
      for (let step = 0; step < 10; step += 1) {
        if (chance.next() < 0.4) tellMatter(chat, chance);
        else chat.say(chance.below(2), chance.pick(CHATTER));
      }
    }
    return chat.finish(`letters-${number + 1}`);
  });
}
