// Preloaded into a measured process: at its end it writes down how much memory it held at most, in KB.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.LOOM_BENCH_PEAK, String(process.resourceUsage().maxRSS)));
