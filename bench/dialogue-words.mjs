// What two friends talk of: names, places, things, and times long enough ago.
export const NAMES = [
  ['Ilse', 'Marek'],
  ['Tova', 'Benoit'],
  ['Priya', 'Ansel'],
  ['Ximena', 'Oskar'],
  ['Wanda', 'Jiro'],
  ['Leila', 'Tomas'],
  ['Nadia', 'Fergus'],
  ['Greta', 'Emeka'],
  ['Solveig', 'Rashid'],
  ['Hanneke', 'Dario'],
];
export const PEOPLE = [
  'my sister',
  'my neighbor',
  'my cousin',
  'my old roommate',
  'my boss',
  'my niece',
  'my grandfather',
  'my coworker',
];
export const CITIES = [
  'Lisbon',
  'Tallinn',
  'Oaxaca',
  'Kyoto',
  'Galway',
  'Bergen',
  'Tbilisi',
  'Ghent',
  'Valparaiso',
  'Cork',
];
export const SPORTS = [
  'rowing',
  'bouldering',
  'fencing',
  'trail running',
  'kayaking',
  'archery',
  'curling',
  'figure skating',
];
export const CRAFTS = [
  'pottery',
  'weaving',
  'woodcarving',
  'bookbinding',
  'calligraphy',
  'quilting',
  'glassblowing',
  'candle making',
];
export const MADE = [
  'a blue bowl',
  'a small stool',
  'a striped scarf',
  'a lantern',
  'a birdhouse',
  'a leather journal',
  'a wall hanging',
];
export const PETS = ['a rescue greyhound', 'two kittens', 'a cockatiel', 'a tortoise', 'a beagle puppy', 'a rabbit'];
export const PET_NAMES = ['Biscuit', 'Pepper', 'Mochi', 'Olive', 'Ziggy', 'Nutmeg', 'Clover', 'Waffles'];
export const DISHES = [
  'lentil stew',
  'mushroom risotto',
  'plum dumplings',
  'fish tacos',
  'sourdough',
  'lamb tagine',
  'ramen',
];
export const JOBS = [
  'a nurse',
  'a landscape architect',
  'a school librarian',
  'a sound engineer',
  'a paramedic',
  'a pastry chef',
];
export const BOOKS = [
  'a novel about lighthouse keepers',
  'a history of maps',
  'a memoir of a beekeeper',
  'a book on tides',
];
export const CAUSES = [
  'the animal shelter',
  'the food bank',
  'the river cleanup',
  'the youth orchestra',
  'the refugee center',
];
export const INSTRUMENTS = ['cello', 'accordion', 'banjo', 'clarinet', 'drums', 'harp'];
export const PLANTS = ['tomatoes', 'sunflowers', 'figs', 'dahlias', 'pumpkins', 'lavender'];
export const WORRIES = ['the exam', 'the surgery', 'the audition', 'the move', 'the interview', 'the custody hearing'];
export const TIMES = [
  'last weekend',
  'two weeks ago',
  'yesterday',
  'on Tuesday',
  'last month',
  'this morning',
  'over the holidays',
];
