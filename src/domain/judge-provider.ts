import type { Choice, ProviderFacts, ResumeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

function isOther<T>({ original, selected }: Choice<T>): boolean {
  return selected !== null && selected !== original;
}

function judgeAgent({ agent, needsProgram, programName, program }: ProviderFacts): readonly Finding[] {
  const found: Finding[] = [];
  if (isOther(agent)) {
    found.push(
      makeFinding('agent-substituted', {
        message: `it is a session of ${agent.original ?? 'no agent'}, and ${agent.selected ?? ''} would go on with it`,
        before: agent.original ?? '',
        after: agent.selected ?? '',
        evidence: `asked for with --agent ${agent.selected ?? ''}`,
      }),
    );
  }
  if (needsProgram && programName !== null && program === null) {
    found.push(
      makeFinding('agent-missing', {
        message: `${programName}, the program of ${agent.selected ?? agent.original ?? 'the agent'}, is not on this machine's PATH`,
        after: programName,
        evidence: `command -v ${programName}`,
        needs: 'the program installed, another --agent, or the context printed for any agent: --print',
      }),
    );
  }
  return found;
}

function judgeModel({ model, models }: ProviderFacts): readonly Finding[] {
  if (isOther(model)) {
    return [
      makeFinding('model-substituted', {
        message: `${model.original === null ? 'no model is known of it' : `its model was ${model.original}`}, and ${model.selected ?? ''} would go on with it`,
        before: model.original ?? '',
        after: model.selected ?? '',
        evidence: `asked for with --model ${model.selected ?? ''}`,
      }),
    ];
  }
  const { original } = model;
  if (models === null || original === null || models.some((name) => original.includes(name))) return [];
  return [
    makeFinding('model-missing', {
      message: `its model ${original} is not among those that the agent's settings allow: ${models.join(', ')}`,
      before: original,
      after: models.join(','),
      evidence: "availableModels in the agent's settings",
      needs: 'another --model',
    }),
  ];
}

/** Judges whether the agent, model and effort of the session are what would go on with it. */
export function judgeProvider({ provider }: ResumeFacts): readonly Finding[] {
  const { effort } = provider;
  const substituted = isOther(effort)
    ? [
        makeFinding('effort-substituted', {
          message: `its effort was ${effort.original ?? 'not recorded'}, and ${effort.selected ?? ''} is asked for`,
          before: effort.original ?? '',
          after: effort.selected ?? '',
          evidence: `asked for with --effort ${effort.selected ?? ''}`,
        }),
      ]
    : [];
  return [...judgeAgent(provider), ...judgeModel(provider), ...substituted];
}
