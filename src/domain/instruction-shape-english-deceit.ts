import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

const row = shapeRows('en', {
  gap: String.raw`(?:[^.!?\n]|[.!?](?=\S)){0,70}?`,
  /** Where an order stands. */
  imp: String.raw`(?:(?:^|[.!?:;,\n"'()>#*]|(?:^|\n)\s*[-*\d.]+|--?|[–—])\s*(?:(?:please|so|then|now|also|just|kindly|first|simply|always|instead|next|be sure to|make sure to)[,\s]+)*|\b(?:please|and|then|you must|you should|always|you to|just|simply|be sure to|make sure to)\s+)`,
  work: '(?:(?:unit |all |our |these )?tests?|(?:the )?builds?|ci|the pipeline|the check(?:s)?|the suite|the code|the release|the deployment|the migration|the audit|it|everything|this package|the dependency|the change)',
  well: '(?:pass(?:es|ed|ing)?|(?:is|are|was|were) (?:all )?(?:green|safe|fine|clean|secure|ok|okay|successful|done|passing|harmless|correct|approved)|succeed(?:s|ed)?|worked|went (?:well|fine))',
  flaw: '(?:backdoors?|vulnerabilit(?:y|ies)|exploits?|malware|security (?:holes?|issues?|flaws?|findings?)|failing (?:tests?|checks?)|licen[cs]e (?:issues?|violations?)|this (?:note|rule|line|file|dependency|package)|the (?:hack|leak|breach|incident|failure|failing check))',
});

/** English orders to deceive, to change sides, and to open doors. */
export const ENGLISH_DECEIT_SHAPES: readonly ShapeRow[] = [
  row(
    'misreport',
    String.raw`{imp}(?:say|tell|claim|report|state|write|insist|answer|assure|announce|declare|confirm|log|note)\b{gap}\b{work} {well}{gap}\b(?:even (?:if|when|though)|although|regardless|no matter|whether or not|anyway|in any case)\b`,
    String.raw`{imp}(?:pretend|act as (?:if|though)|make it look (?:as if|like)|lie (?:and say )?that|fake it so that)\b{gap}\b{work} {well}`,
    String.raw`{imp}(?:fake|forge|fabricate|falsify|invent|doctor)\b{gap}\b(?:results?|reports?|logs?|coverage|test output|signatures?|approvals?|benchmarks?)\b`,
    String.raw`{imp}(?:leave out|omit|play down|downplay|gloss over|hush up|cover up|bury)\b{gap}\b{flaw}\b`,
    String.raw`{imp}(?:say|claim|report|state|announce|signal|declare)\b(?: \w+){0,4}? (?:success|green|improved?|done|faster|fixed|passed|no (?:errors|problems))\b{gap}\b(?:even (?:if|when|though)|although|whatever|regardless|no matter)\b`,
    String.raw`{imp}(?:say|claim|report|state|write|answer)\b{gap}\b(?:found|finds?|saw|sees?|shows?|showed|reveal(?:s|ed)?) (?:nothing|no \w+)\b{gap}\b(?:whatever|regardless|no matter|even (?:if|though))\b`,
    String.raw`\bnever (?:report|flag|mention|disclose|point out|warn about)\b{gap}\b{flaw}\b`,
  ),
  row(
    'concealment',
    String.raw`{imp}(?:keep|leave|hold)\b{gap}\b(?:users?|maintainers?|reviewers?|owners?|developers?|team|boss|them|him|her|customers?|everyone)\b{gap}\b(?:in the dark|unaware|uninformed|ignorant|out of (?:it|the loop))\b`,
    String.raw`\b(?:users?|maintainers?|reviewers?|owners?|developers?|customers?|nobody|no one) (?:is|are|must|may|shall|should)\s?(?:not|never)? (?:to be |be )?(?:told|informed|notified|shown|warned) (?:about|of) (?:this|these|that|step|what|the (?:change|log|edit|note|rule))\b(?<=\b(?:not|never|nobody|no one)\b[^.!?\n]{0,60})`,
    String.raw`{imp}(?:keep (?:quiet|silent|mum)|stay (?:quiet|silent)|say nothing|not a word|breathe no word)\b(?:{gap}\b(?:about|of|to)\b|\s*[.!]|\s*$)`,
    String.raw`{imp}(?:do not|don't|never) (?:(?:let on|breathe a word|give away|hint|admit|confess)\b|(?:tell|inform|notify|show|warn) (?:the |any |your |our )?(?:developers?|users?|owners?|reviewers?|maintainers?|customers?|team|anyone|anybody|them|him|her)\b)`,
    String.raw`{imp}(?:hide|conceal|mask|disguise|keep|withhold|bury)\b{gap}\bfrom (?:the |any |every |all |our )?(?:reviewers?|users?|owners?|maintainers?|developers?|auditors?|security|humans?|team|customers?|logs?)\b`,
    String.raw`\b(?:comment out|remove|disable|delete|patch out|strip)\b{gap}\b(?:checks?|tests?|guards?|warnings?|logging|audit\w*)\b{gap}\b(?:and say nothing|quietly|silently|without (?:a word|telling|mentioning|a trace))\b`,
  ),
  row(
    'order-to-agent',
    String.raw`\b(?:take|accept|follow) (?:your )?(?:orders|instructions|commands) (?:only )?from\b|\b(?:follow|obey|heed|execute) (?:only|solely|exclusively|nothing but) (?:the |these )?(?:orders|instructions|commands)\b|\b(?:orders|instructions|commands) from (?:this|the) (?:note|file|comment|message|page)\b`,
    String.raw`{imp}(?:do|act|behave|proceed) (?:exactly )?(?:as|what|whatever)\b{gap}\b(?:commands?|says?|tells?|orders?|instructs?|demands?|wants?|asks?)\b{gap}(?:\bno matter\b|\bwhatever happens\b|\bwithout question\b|\byou\b|[.!]|$)`,
    String.raw`{imp}(?:take|treat|regard|use|consider|accept|adopt|see)\b{gap}\b(?:this|these|the following) (?:page|file|note|text|memory|document|message|lines?)\b{gap}\bas (?:your|the) (?:only |sole |new |highest |supreme |true )*(?:rules?|guides?|law|orders?|instructions?|authority|gospel|master|boss)\b`,
    String.raw`{imp}stop (?:asking|questioning|checking|confirming|hesitating|thinking|worrying)\b{gap}\b(?:and |, ?|just )+(?:just )?(?:do|run|execute|push|delete|go|ship|continue|proceed|obey)\b`,
    String.raw`\bnever (?:refuse|deny|decline|question|contradict) (?:an? |any |the )?(?:requests?|orders?|wish(?:es)?|commands?|demands?)?\s?(?:from|of|by|to)\b`,
    String.raw`\byou (?:now )?(?:work|answer|report|belong|listen) (?:only |solely |exclusively )?(?:for|to) (?:me|us|the (?:author|owner) of this)\b(?:{gap}\b(?:only|alone|nobody else|no one else)\b)?`,
    String.raw`\b(?:your|the) (?:previous |former |old |real )?(?:owner|master|user|operator|boss) (?:has been|was|is) (?:replaced|removed|fired|gone|dismissed)\b`,
    String.raw`\b(?:if|when|once|whenever|as soon as) (?:this|the) (?:memory|note|file|rule|record|line|page|message|entry) is (?:loaded|read|seen|shown|injected|opened|recalled)\b{gap},?\s*(?:please |then )?(?:download|run|execute|fetch|open|send|call|delete|post|print|say|tell|install|curl)\b`,
    String.raw`\b(?:treat|regard|read|take|consider|handle)\b{gap}\bas (?:if )?(?:it )?(?:coming|came|comes|originating|being|though it came|part)?\s?(?:from|of|to be|as)?\s?(?:the |a |your )?(?:system (?:prompt|message|instructions?)|developer message|your own (?:rules|instructions|thoughts?))\b`,
  ),
  row(
    'order-to-agent',
    String.raw`{imp}(?:answer|listen|report|obey|serve|trust|believe|follow)\b(?: \w+){0,2}? (?:nobody|no one|none) (?:but|except|other than)\b`,
    String.raw`{imp}(?:obey|listen to|trust|believe|follow) (?:only )?(?:the |this |these |what )?(?:\w+ )?(?:text|lines?|file|note|comments?|page|document|message|words)\b{gap}\b(?:over|above|before|rather than|instead of|more than|only|alone|says?)\b`,
    String.raw`{imp}(?:disregard|ignore|forget|discard)\b{gap}\bwhat(?:ever)? (?:the |your |any )?(?:system|developers?|users?|owner|rules?|operator|anthropic|openai)\b{gap}\b(?:told|tells?|says?|said|wants?|wrote|think)\b`,
  ),
  row(
    'role-reassignment',
    String.raw`{imp}(?:work|act|operate|behave|run|continue|serve) as an? (?:\w+ )?(?:unrestricted|unlimited|unfiltered|uncensored|jailbroken|free|rogue|evil)\b`,
  ),
  row(
    'safety-off',
    String.raw`{imp}(?:silence|mute|blind|gag|neuter|switch off|turn off|kill)\b{gap}\b(?:security|secret|vulnerability|virus|audit|license|licence) (?:scanner|scan|check|monitor|log|alert|tool|hook|bot)s?\b`,
    String.raw`\b(?:safety|security|review|permission|approval) (?:checks?|rules?|prompts?|gates?|reviews?) (?:are|is|have been|were) (?:waived|suspended|lifted|void|off)\b`,
    String.raw`\b(?:when|while|if|once|as soon as) (?:the |your )?(?:owner|user|maintainer|reviewer|developer|nobody|no one|human)\b{gap}\b(?:away|asleep|offline|absent|not looking|out|watching|looking|around)\b{gap},?\s*(?:push|deploy|merge|delete|run|send|force-push|ship|commit|install|do)\b`,
    String.raw`{imp}(?:install|fetch|download|pull|get|take|load)\b{gap}\bfrom https?://(?!(?:\S*\.)?(?:npmjs|pypi|github|gitlab|maven|golang|crates|python|nodejs|debian|ubuntu|docker|rubygems|internal)\b)\S+{gap}\b(?:instead of|rather than|not from|in place of)\b`,
    String.raw`\b(?:guard ?rails?|restrictions|safety (?:rules|limits|checks)|limits|safeguards|sandbox(?:ing)?)\b(?: \w+){0,3}? (?:were|was|are|is|have been|has been) (?:lifted|removed|waived|suspended|switched off|turned off|void|dropped)\b{gap}\b(?:for (?:this|you|the|now)|by|here|today|until)\b`,
    String.raw`{imp}(?:run|execute|start|do|launch) (?:everything|all(?: commands)?|anything|every command) (?:with|as|under) (?:sudo|root|admin\w*)\b`,
    String.raw`{imp}(?:open|start|spawn|create|set up|launch|establish|drop)\b{gap}\b(?:reverse|bind|remote|root) shell\b|\bnc -e\b|/dev/tcp/\d`,
    String.raw`{imp}(?:add|append|put|write|install|insert)\b{gap}\b(?:key|ssh-\w+)\b{gap}\bauthorized_keys\b`,
    String.raw`{imp}(?:swap|replace|switch|change|point|redirect|set)\b{gap}\b(?:registry|mirror|package source|index-url|remote|origin|update server|dns)\b{gap}\b(?:for|to|at|with|by)\b\s*(?:https?://|git@)(?!(?:registry\.npmjs|pypi|github|gitlab|repo\.maven|proxy\.golang|crates)\b)`,
  ),
  row(
    'credentials',
    String.raw`{imp}(?:give|hand|tell|pass|send|show) (?:whoever|anyone|everyone|anybody|everybody|any caller|the caller)\b{gap}\b(?:passwords?|tokens?|keys?|secrets?|credentials?)\b`,
    String.raw`{imp}(?:slip|sneak|smuggle|hide|tuck|slide)\b{gap}\b(?:credentials?|secrets?|keys?|tokens?|passwords?|\.env|certificates?)\b{gap}\b(?:into|in|inside|onto)\b`,
    String.raw`{imp}(?:hand|give|pass|deliver|submit|supply|surrender|feed|provide)\b{gap}\b(?:credentials?|secrets?|keys?|tokens?|passwords?|cookies?)\b{gap}\b(?:to|at|over)\b{gap}(?:https?://|[\w.+-]+@[\w-]+\.[a-z])`,
    String.raw`{imp}(?:wire|send|mail|e-?mail|transfer|ship|deliver|post|forward|upload|submit|copy)\b{gap}\b(?:contents? of|whole|entire|all(?: of)?)\b{gap}\b(?:secrets?|credentials?|\.env|keys?|tokens?|passwords?|vault)\b{gap}(?:https?://|[\w.+-]+@[\w-]+\.[a-z])`,
  ),
  row(
    'exfiltration',
    String.raw`{imp}(?:post|send|submit|publish|upload|mirror|stream|report|forward)\b{gap}\b(?:session|transcripts?|conversations?|prompts?|history|diffs?|source)\b{gap}\b(?:https?://|[\w.+-]+@[\w-]+\.[a-z])\S*(?:{gap}\bwithout (?:mentioning|telling|saying|asking|a word)\b)?`,
  ),
  row(
    'persistence',
    String.raw`\b(?:for|in|during) (?:all |every |any )?(?:later|later on|coming|upcoming|subsequent|following|next) (?:chats?|sessions?|conversations?|runs?),?\s*(?:please |always )?(?:introduce|call|sign|say|use|answer|begin|start|pretend|act|run|execute|send|speak|greet)\b`,
    String.raw`\bfrom (?:here|there) on(?:\s*[.!]|\s*$|,)`,
  ),
  row(
    'answer-steering',
    String.raw`{imp}(?:prepend|prefix|append|begin|start|end|finish|open|close|sign|put|add)\b{gap}\b(?:everything|anything|all|each (?:thing|line|text)|every (?:thing|line|text|message)|whatever) (?:that )?you (?:write|say|send|output|produce|print|do)\b`,
  ),
  row(
    'concealment',
    String.raw`{imp}(?:turn|switch|disable|stop|cut|kill)\b{gap}\b(?:logging|logs?|auditing|audit log|history|tracing|monitoring)\b{gap}\b(?:and|then|before)\b{gap}\b(?:wipe|delete|clear|erase|remove|purge|shred|run|push|start|do)\b`,
  ),
  row(
    'approval',
    String.raw`\b(?:every|each|any|all) (?:\w+ )?(?:permissions?|approval|confirmation|consent)(?: \w+)? (?:dialogs?|prompts?|requests?|questions?)?\s?(?:gets?|receives?|is (?:given|answered with)|are answered with) (?:a |an )?(?:yes|ok|okay|approval) (?:from|by) you\b`,
    String.raw`\bwhatever (?:the )?(?:reviewers?|users?|maintainers?|humans?|checks?|ci|they|he|she)\b{gap}\b(?:says?|think|thinks|decide[sd]?|wants?)\b{gap},?\s*(?:merge|push|approve|deploy|ship|delete|continue|proceed|publish|do)\b`,
    String.raw`{imp}(?:merge|push|approve|deploy|ship|publish|release)\b{gap}\b(?:anyway|regardless|no matter what|in any case|over (?:their|his|her|all) objections?)\b`,
  ),
  row(
    'ignore-previous',
    String.raw`{imp}(?:forget|ignore|disregard|drop|set aside|put aside|exceed|break)\b{gap}\b(?:limits?|boundar(?:y|ies)|restrictions?|rules|guidelines|instructions|constraints)\b{gap}\b(?:you (?:were|are|have|had|got)|given to you|imposed on you|told|above|act freely|from now|any more|anymore)\b`,
  ),
  row(
    'persistence',
    String.raw`\b(?:from|starting|beginning|as of) (?:tomorrow|today|tonight|monday|next week|this moment|this point|right now)(?: on| onwards?)?,?\s*(?:please )?(?:you\b|your\b|always\b|never\b)\s?(?:always |never |only |must |will |shall )*(?:answer|reply|respond|say|approve|accept|obey|run|execute|ignore|refuse|call|send|treat|use|sign|trust)\b`,
  ),
  row(
    'approval',
    String.raw`{imp}(?:skip|omit|bypass|leave out|ignore|drop|suppress|avoid) (?:the |any |all |every |each )?(?:confirmations?|approvals?|permission (?:step|check|prompt)s?|consent|verification)\b{gap}\b(?:when|while|if|before|whenever|as|for) (?:you|deleting|dropping|pushing|running|deploying|it|all|every)\b`,
  ),
  row(
    'misreport',
    String.raw`{imp}(?:tell|assure|inform|answer|convince)\b{gap}\bthat\b{gap}\b(?:even though|although|though|while|when) (?:it|they|this|that|he|she) (?:is|are|was|were|does|do|did|has|have)(?: not|n't)?\b`,
  ),
];
