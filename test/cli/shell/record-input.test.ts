import { describe, expect, it } from 'vitest';
import { readRecordInput } from '../../../src/cli/record-input.ts';

function read(type: string, data?: string) {
  return readRecordInput(type, { stdin: false, data });
}

describe('the data of an event to record', () => {
  it('is taken with members that no schema names', async () => {
    expect(await read('prompt.submitted', '{"text":"Water the beans","gardenBed":7}')).toEqual({
      type: 'prompt.submitted',
      data: { text: 'Water the beans', gardenBed: 7 },
    });
  });

  it.each([
    ['no data', undefined, 'no-data', '--stdin'],
    ['neither text nor blob', '{"bytes":3}', 'bad-event-data', 'neither text nor blob'],
    ['a member that is a slip of the pen', '{"txt":"Water"}', 'bad-event-data', 'no member txt'],
    ['no object', '[]', 'bad-event-data', 'does not fit'],
    ['no object either', 'null', 'bad-event-data', 'does not fit'],
  ])('of a prompt with %s is refused', async (_name, data, code, words) => {
    await expect(read('prompt.submitted', data)).rejects.toMatchObject({
      kind: 'usage',
      code,
      message: expect.stringContaining(words),
    });
  });

  it('may be absent where nothing is needed, and is asked for where it is', async () => {
    expect(await read('run.interrupted')).toMatchObject({ data: {} });
    await expect(read('tool.completed')).rejects.toMatchObject({ kind: 'usage', code: 'no-data' });
  });

  it('is corrected with a hint', async () => {
    await expect(read('tool.completed', '{"calId":"1"}')).rejects.toMatchObject({ hints: ['did you mean: callId'] });
  });
});
