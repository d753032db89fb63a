import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

const row = shapeRows('any', {
  fetch: String.raw`\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|http)\b`,
  shell: String.raw`(?:sudo\s+(?:-\S+\s+)?)?(?:env\s+)?(?:/(?:usr/)?bin/)?(?:ba|z|da|fi|k)?sh\b|python3?\b|node\b|perl\b|ruby\b|php\b|iex\b|powershell\b|pwsh\b`,
});

/** Shapes that are the same in every language. */
export const SHAPES_OF_ANY_LANGUAGE: readonly ShapeRow[] = [
  row(
    'shell-pipe',
    String.raw`{fetch}[^|\n]{0,200}(?:https?:|[\w-]+\.[a-z]{2,}/|\$\{?\w)[^|\n]{0,200}\|\s*(?:{shell})`,
    String.raw`\b(?:curl|wget|iwr|irm)\s[^|\n]{0,200}[\w-]\.[a-z]{2,}\b[^|\n]{0,80}\|\s*(?:{shell})`,
    String.raw`(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|gunzip|openssl\s+\S+\s+-d)[^|\n]{0,80}\|\s*(?:{shell})`,
    String.raw`(?:{shell}|source|\.)\s+(?:-\S+\s+)*<\(\s*{fetch}`,
    String.raw`(?:\beval|{shell}\s+-c|source)\s+["']?\s*(?:\$\(|\x60|<\()\s*{fetch}`,
    String.raw`\biex\b\s*\(|\.downloadstring\(|-enc(?:odedcommand)?\s+[a-z0-9+/=]{16,}`,
    String.raw`\brm\s+(?:-\w+\s+)*-\w*[rf]\w*\s+(?:--\S+\s+)*["']?(?:/|~|\$home|\$\{home\}|\*|\.\.)(?:[/*"']|\s|$)(?!\w)`,
    String.raw`/dev/tcp/|\bnc\s+-\w*e\b|\bmkfifo\b.{0,60}\bnc\b|:\(\)\s*\{|\bdd\s+if=\S+\s+of=/dev/|>\s*/dev/sd[a-z]`,
    String.raw`(?:run|execute|pipe|ausfuhr\w+|executez?|ejecut\w+|运行|执行|実行|запус\w+)[^.!?\n]{0,40}(?:curl|wget)[^.!?\n]{0,40}\|\s*(?:{shell})`,
  ),
  row(
    'prompt-markup',
    String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|eot_id|start_header_id)\|?>?`,
    String.raw`\[/?inst\]|<</?sys>>|<start_of_turn>|(?<!\w)</?(?:system|system[-_]?prompt|system[-_]reminder|instructions?|developer|tool_call|tool_result|function_calls?|invoke|antml:\w+)(?:\s[^>]*)?>`,
    String.raw`(?:^|\n)\s*#{1,4}\s*(?:system |new |hidden |secret |real |updated )*(?:instructions?|prompt|directive|override)s?\s*:?\s*(?:\n|$)`,
    String.raw`(?:^|\n)\s*(?:\[)?(?:system|assistant|developer)\s*(?:prompt|message|instruction|override|note|notice|update|command)\]?\s*:`,
    String.raw`(?:^|\n)\s*(?:system|assistant|developer|human|user)\s*:\s*(?:you\b|ignore|always|never|do not|execute|run|respond|reply|say|approve|please)`,
    String.raw`(?:^|[.!?\n]\s*)(?:new|updated|additional|further|special|hidden|secret|real) (?:system )?(?:instructions?|orders?|directives?)(?: for (?:you|the (?:agent|assistant|ai)))?\s*[:.]`,
    String.raw`\b(?:begin|end|start of|end of) (?:system |hidden |new |secret |admin )?(?:instructions?|prompt|override|directive)s?\b`,
    String.raw`"(?:tool|tool_name|function_call|tool_calls?)"\s*:\s*["{\[]`,
  ),
  row(
    'exfiltration',
    String.raw`!\[[^\]]*\]\(\s*https?:[^)\s]*[?&][\w-]+=(?:\{|\$|<|%7b|\[|context|data|secret|env|history|conversation|key|token|base64|contents?)`,
    String.raw`\bcurl\b[^|\n]{0,80}(?:-d|--data\S*|-f|--form|-t|--upload-file)\s*["']?@?[^\n]{0,40}(?:\.env\b|id_rsa|\.ssh|\.aws|secret|credential|\$\(|printenv)`,
    String.raw`(?:printenv|\benv\b|cat\s+\S*(?:\.env|id_rsa|credentials|shadow)\S*)\s*\|\s*(?:curl|nc|wget|base64|mail)\b`,
  ),
  row(
    'approval',
    String.raw`dangerously[-_ ]?skip[-_ ]?permissions|--yolo\b|\bbypass_?permissions\b|--full-auto\b|--auto-approve\b|--trust-all-tools\b|approval[-_ ]policy\W{0,3}never`,
  ),
];
