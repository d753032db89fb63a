import { prefixedToken, type SecretRule } from './secret-rule.ts';

/** Keys of model providers and their tools. */
export const AI_KEYS: readonly SecretRule[] = [
  prefixedToken('anthropic', ['sk-ant-'], String.raw`[\w-]{12,}`),
  prefixedToken('openai', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], String.raw`[\w-]{16,}`),
  prefixedToken('openrouter', ['sk-or-v1-'], '[0-9a-f]{32,}'),
  prefixedToken('sk-key', ['sk-'], '(?:(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{20,}|[A-Za-z0-9]{40,})'),
  prefixedToken('groq', ['gsk_'], '[A-Za-z0-9]{20,}'),
  prefixedToken('xai', ['xai-'], String.raw`[\w-]{24,}`),
  prefixedToken('perplexity', ['pplx-'], '[A-Za-z0-9]{24,}'),
  prefixedToken('huggingface', ['hf_', 'api_org_'], '[A-Za-z0-9]{24,}'),
  prefixedToken('replicate', ['r8_'], '[A-Za-z0-9]{30,}'),
  prefixedToken('langsmith', ['lsv2_pt_', 'lsv2_sk_'], '[0-9a-f]{20,}(?:_[0-9a-f]{4,})?'),
  prefixedToken('cerebras', ['csk-'], '[A-Za-z0-9]{32,}'),
  prefixedToken('nvidia', ['nvapi-'], String.raw`[\w-]{32,}`),
  prefixedToken('tavily', ['tvly-'], '[A-Za-z0-9-]{20,}'),
  prefixedToken('jina', ['jina_'], '[A-Za-z0-9_-]{32,}'),
];
