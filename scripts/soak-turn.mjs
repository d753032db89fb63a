// A turn of a session as Claude Code writes it, invented for the soak.

/** A prompt of so many words and its answer: two records. */
export function turnRecords({ session, n, cwd, words }) {
  const base = { sessionId: session, cwd, version: '2.1.220', isSidechain: false, userType: 'external' };
  const timestamp = new Date(Date.UTC(2026, 1, 10, 8) + n * 1000).toISOString();
  const id = (place) => `${session.slice(0, 8)}-0c0c-4d4d-8e8e-${place.toString(16).padStart(12, '0')}`;
  const [prompt, answer] = [id(2 * n), id(2 * n + 1)];
  const text = `Sound channel ${n} ${'ebb '.repeat(words)}`;
  const content = [{ type: 'text', text: `It is ${n} metres deep` }];
  const message = { id: `msg_${answer}`, type: 'message', role: 'assistant', model: 'harbour-1', content };
  const parentUuid = n === 0 ? null : id(2 * n - 1);
  return [
    { ...base, parentUuid, type: 'user', uuid: prompt, timestamp, message: { role: 'user', content: text } },
    { ...base, parentUuid: prompt, type: 'assistant', uuid: answer, timestamp, message },
  ];
}
