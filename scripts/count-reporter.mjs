// Counts tests for the closing line of `npm test`. The numbers go to the file named by LOOM_TEST_COUNTS, if any.
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  counts = { passed: 0, failed: 0, skipped: 0 };
  reasons = [];

  onTestCaseResult(test) {
    const { state, note } = test.result();
    this.counts[state] = (this.counts[state] ?? 0) + 1;
    if (state === 'skipped') this.reasons.push(`skipped: ${test.fullName}${note ? ` (${note})` : ''}`);
  }

  onTestRunEnd(modules, errors) {
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    this.counts.failed += brokenFiles + errors.length;
    const file = process.env.LOOM_TEST_COUNTS;
    if (file) writeFileSync(file, JSON.stringify({ ...this.counts, reasons: this.reasons }));
  }
}
