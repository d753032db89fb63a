import { describe, expect, it } from 'vitest';
import type { Importer } from '../../src/app/ports/importer.ts';
import { allImporters, importerFor } from '../../src/importers/registry.ts';
import { describeImporter } from '../contract/importer-contract.ts';
import type { ImporterSample } from '../contract/importer-sample.ts';
import { AIDER_SAMPLES } from './aider/samples.ts';
import { CAGENT_SAMPLES } from './cagent/samples.ts';
import { CLAUDE_SAMPLES } from './claude-code/samples.ts';
import { CLINE_SAMPLES } from './cline/samples.ts';
import { CODEX_SAMPLES } from './codex/samples.ts';
import { COPILOT_SAMPLES } from './copilot-cli/samples.ts';
import { CTX_SAMPLES } from './ctx/samples.ts';
import { CURSOR_SAMPLES } from './cursor/samples.ts';
import { GEMINI_SAMPLES } from './gemini/samples.ts';
import { GOOSE_SAMPLES } from './goose/samples.ts';
import { INTENTLOOM_SAMPLES } from './intentloom/samples.ts';
import { LEVELCODE_SAMPLES } from './levelcode/samples.ts';
import { MINI_ME_SAMPLES } from './mini-me/samples.ts';
import { OPENCODE_SAMPLES } from './opencode/samples.ts';
import { PI_SAMPLES } from './pi/samples.ts';
import { QWEN_SAMPLES } from './qwen/samples.ts';
import { SPECSTORY_SAMPLES } from './specstory/samples.ts';
import { VSCODE_SAMPLES } from './vscode/samples.ts';
import { ZED_SAMPLES } from './zed/samples.ts';

const SAMPLES: readonly ImporterSample[] = [
  ...CLAUDE_SAMPLES,
  ...CODEX_SAMPLES,
  ...GEMINI_SAMPLES,
  ...COPILOT_SAMPLES,
  ...OPENCODE_SAMPLES,
  ...GOOSE_SAMPLES,
  ...PI_SAMPLES,
  ...CAGENT_SAMPLES,
  ...ZED_SAMPLES,
  ...CURSOR_SAMPLES,
  ...QWEN_SAMPLES,
  ...AIDER_SAMPLES,
  ...LEVELCODE_SAMPLES,
  ...INTENTLOOM_SAMPLES,
  ...CLINE_SAMPLES,
  ...CTX_SAMPLES,
  ...MINI_ME_SAMPLES,
  ...SPECSTORY_SAMPLES,
  ...VSCODE_SAMPLES,
];

const importers = allImporters();
const sampled = [...new Set(SAMPLES.map(({ agent }) => agent))];

for (const agent of sampled) {
  describeImporter({
    importer: importerFor(agent) as Importer,
    importers,
    samples: SAMPLES.filter((sample) => sample.agent === agent),
    foreign: sampled.flatMap((other) => {
      const one = other === agent ? undefined : SAMPLES.find((sample) => sample.agent === other);
      return one === undefined ? [] : [one];
    }),
  });
}

describe('the registry', () => {
  it('gives one importer for each agent it names', () => {
    expect(new Set(importers.map(({ agent }) => agent)).size).toBe(importers.length);
    for (const importer of importers) expect(importerFor(importer.agent)).toBe(importer);
  });
});
