/** Words that carry no claim of their own, in the languages people write memory in. */
const EMPTY = new Set(
  `a an the this that these those it its of in on at to for from by with as is are was were be been being am do does did
  we us our you your they their them he she his her i my me and or but so if then than there here which who whom what when
  where why how also just only really very please all any each every some such into onto over under about up out off will
  would can could may might shall project repo repository team codebase currently now always simply directly exactly
  der die das ein eine einen einem einer des den dem und oder ist sind war wird werden wir uns unser sie es man im am zu
  zum zur auf mit von vom fur bei nach als auch nur hier
  le la les un une des du de et ou est sont etait nous on notre vous il elle dans sur avec pour par au aux ce cette ces
  qui que aussi
  el los las una unos unas del al y o es son era nosotros nuestro usted en con por para este esta estos estas se lo que
  и или в во на с со к по из от до для это этот эта эти мы наш он она они как что`.split(/\s+/),
);

/** Words that are said in any claim: they tell two claims apart no better than grammar does. */
const LIGHT = new Set(
  'first use run need must have make get set keep go want do work take give put happen mean via recommend'.split(' '),
);

/** Words that say the same here; the first of each line stands for the others. */
const SAME_WORDS = `
use utilize utilise employ adopt prefer favor favour choose rely verwenden verwendet benutzen nutzen utilise utilisons utilisent usar usamos usa utilizamos
run execute launch invoke start lauft laufen tourne tournent ejecutan ejecuta
must require mandatory obligatory should ought
test spec suite
db database datenbank
config configuration setting
folder directory dir
deploy release ship rollout deployment
error failure exception fault
function method routine
env environment
dev development
prod production
doc documentation docs
dependency dep package library lib
endpoint route
delete remove drop erase
create add generate
fix repair
change modify alter edit update
check verify validate
store stored save persist keep live reside located
fetch load retrieve
send emit
pr pullrequest mergerequest mr
approval review approve reviewer approver
second sec s seconds
minute min minutes
hour h hours
day d days
millisecond ms
lint linter linting
format formatter formatting
migration migrate migrations
version release
password passwort contrasena
key schlussel
user customer
login signin
max maximum
min minimum
forbid forbidden ban banned prohibit disallow
begin start
finish end complete
hash hashed
listen bind
retry retries
cache caching
push pushing
commit committing
before prior
branch trunk
call invoke
written write
`;

/** Choices that exclude one another: two claims that name different ones of a line may disagree. */
const FAMILIES = `
npm pnpm yarn bun
jest vitest mocha ava jasmine
webpack vite rollup esbuild parcel turbopack
eslint biome tslint oxlint
prettier biome dprint
mysql postgres postgresql sqlite mariadb mongodb oracle mssql dynamodb
redis memcached valkey
rest graphql grpc
react vue svelte angular solid
java kotlin scala
python ruby php perl
tabs tab spaces space
merge rebase squash
camelcase snakecase kebabcase pascalcase
monday tuesday wednesday thursday friday saturday sunday weekend
january february march april june july august september october november december
staging prod dev preview
main master develop
enable disable
allow forbid
before after
first last
min max
sync async
public private
required optional
on off
true false
read write
start stop
accept reject
upper lower
left right
old new
internal external
input output
manual automatic automatically manually
local remote
client server
http https
utc localtime
docker podman
github gitlab bitbucket
aws gcp azure
linux windows macos
argon2 argon2id bcrypt scrypt pbkdf2
json yaml toml xml
debug info warn
slow fast
synology fnos truenas qnap
daily weekly monthly hourly
morning evening
odd even
ascending descending
single double
`;

/** Words after which the next word is denied. */
const DENIALS = new Set(
  `not no never without cannot dont doesnt didnt isnt arent wont shouldnt mustnt cant neither nor
  nicht kein keine keinen nie niemals statt ohne ne pas jamais sans plutot nunca jamas sin не нет никогда без`.split(
    /\s+/,
  ),
);

/** Words that deny the whole claim, wherever they stand. */
const BANS = new Set('forbid avoid refuse wrong prohibited untersagt verboten interdit prohibido запрещено'.split(' '));

function byMember(table: string): ReadonlyMap<string, number> {
  const lines = table.trim().split('\n');
  return new Map(lines.flatMap((line, number) => line.split(' ').map((word) => [word, number] as const)).reverse());
}

const SAME = new Map(
  SAME_WORDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [head = '', ...others] = line.split(' ');
      return [head, ...others].map((word) => [word, head] as const);
    })
    .reverse(),
);
const FAMILY = byMember(FAMILIES);

/** Tells whether a word carries no claim. */
export function isEmptyWord(word: string): boolean {
  return EMPTY.has(word);
}

/** Tells whether a word is said in any claim. */
export function isLightWord(word: string): boolean {
  return LIGHT.has(word);
}

/** Tells whether the word after this one is denied. */
export function isDenial(word: string): boolean {
  return DENIALS.has(word.replaceAll("'", ''));
}

/** Tells whether the word denies the claim that it stands in. */
export function isBan(word: string): boolean {
  return BANS.has(word);
}

/** The choices that a word is one of; `undefined` for a word that excludes no other. */
export function familyOf(word: string): number | undefined {
  return FAMILY.get(word);
}

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(?<=[sxz]|ch|sh)es$/, ''],
  [/(?<=[a-z][^s\Wu])s$/, ''],
  [/(?<=[a-z]{3})ing$/, ''],
  [/(?<=[a-z]{3})ed$/, ''],
];

/** A word without its ending, and in the place of those that say the same. */
export function stemOf(word: string): string {
  const direct = SAME.get(word);
  if (direct !== undefined) return direct;
  if (FAMILY.has(word) || !/^[a-z]+$/.test(word)) return word;
  let stem = word;
  for (const [ending, instead] of ENDINGS) stem = stem.replace(ending, instead);
  const undoubled = stem.replace(/([bdgmnprt])\1$/, '$1');
  const silent = `${undoubled}e`;
  return (
    SAME.get(stem) ??
    SAME.get(undoubled) ??
    SAME.get(silent) ??
    (undoubled.endsWith('e') ? undoubled.slice(0, -1) : undoubled)
  );
}
