// Runs a command line in the program that the build made, and writes the names of the chunks it needed as the last line
// of stderr: `node scripts/list-linked-chunks.mjs PROGRAM ARGV…`.
import { loadProgram } from './load-program.mjs';

const [file, ...argv] = process.argv.slice(2);
const module = loadProgram(file);
await module.exports.main(argv);
process.stderr.write(`\n${JSON.stringify(module.linkedChunks())}\n`);
process.exit(0);
