// Preloaded into a measured process: at its end it writes down its processor time in milliseconds and how much memory it held
// at most, in megabytes.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { processor: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  writeFileSync(process.env.LOOM_BENCH_USAGE, JSON.stringify(usage));
});
