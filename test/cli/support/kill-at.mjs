// Preloaded: ends this process with SIGKILL right before its n-th change of a file's name, LOOM_TEST_KILL_AT, once `mask.intent` is there.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const last = Number(process.env['LOOM_TEST_KILL_AT']);
let count = 0;
for (const name of ['renameSync', 'unlinkSync']) {
  const real = fs[name];
  fs[name] = (...paths) => {
    if (count > 0 || String(paths.at(-1)).endsWith('mask.intent')) count += 1;
    if (count === last) process.kill(process.pid, 'SIGKILL');
    return real(...paths);
  };
}
syncBuiltinESMExports();
