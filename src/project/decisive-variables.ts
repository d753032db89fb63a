/** Variables that decide which program runs, what is loaded into it, or which host is talked to. */
const DECISIVE_NAMES = [
  /^(?:PATH|SHELL|ENV|BASH_ENV|IFS|EDITOR|VISUAL|PAGER|BROWSER)$/i,
  /^(?:LD|DYLD)_/i,
  /^(?:NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|BUN_OPTIONS)$/i,
  /^(?:PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|(?:_?JAVA|JDK_JAVA)(?:_TOOL)?_OPTIONS)$/i,
  /^GIT_(?:SSH|SSH_COMMAND|EXEC_PATH|CONFIG.*|EDITOR|PAGER|ASKPASS|EXTERNAL_DIFF|TEMPLATE_DIR)$/i,
  /^(?:SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i,
  /^(?:.+_)?PROXY$/i,
  /_(?:BASE_URL|API_URL|API_BASE|ENDPOINT|HOST)$/i,
  /^CLAUDE_CODE_(?:USE_|SHELL|API_KEY_HELPER)/i,
];

/** Whether a variable decides what runs or who is talked to. */
export function isDecisiveVariable(name: string): boolean {
  return DECISIVE_NAMES.some((pattern) => pattern.test(name));
}
