/** A page of help that belongs to no single command. */
export interface HelpPage {
  readonly summary: string;
  /** At most 80 columns. */
  readonly body: string;
}

const EXIT_CODES = `  0    It worked. No results is no failure, and neither is an import that read
       every file and reports damage in some.
  1    A bug in loom.
  2    Usage: an unknown command or flag, or a value that cannot be.
  3    A problem was found: journal verify, doctor, strict export, a file that
       failed as a whole.
  4    Not found, or ambiguous.
  5    Busy: another process holds the lock. Safe to run again.
  6    Refused, or confirmation is needed.
  7    The storage failed; nothing was acknowledged.
  8    Unsafe: owner, mode or kind of a file is not what it must be.
  9    The store was written by a newer loom.
  20–25  sessions resume: stale or not known (only with --strict), another agent
       or model, rules changed, in the way, another project, a newer loom.
  74   The answer could not be written. stderr names what was committed.
  130  Interrupted.

  A reader that closes the pipe early ends the command quietly with 0.
  With --json an error is one document on stdout, with the same exit code:
  {"error":{"kind":"not-found","code":"…","message":"…","hints":["…"]}}
`;

const ENVIRONMENT = `  LOOM_HOME          Folder of the store.
  LOOM_DEBUG         Anything: show stack traces of faults on stderr.
  LOOM_DISABLED      Anything but 0: keep nothing.
  LOOM_ALLOW_NETWORK_FS
                     1: accept a store on a network file system, at your risk.
  LOOM_TTY           Name of this terminal, recorded when a session starts.
  LOOM_FORCE_TTY     Columns: format as for a terminal of that width.
  LOOM_NO_CODE_CACHE Anything: neither read nor write the compiled program.
  COLUMNS            Width of tables on a terminal.
  NO_COLOR           Anything: no colour.
  FORCE_COLOR        Anything but 0 or false: colour, also in a pipe.
  CLICOLOR, CLICOLOR_FORCE, TERM=dumb
                     As is usual.
  XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME
                     Bases of loom's folders; only absolute paths count.
  CLAUDE_CONFIG_DIR  Where Claude Code keeps its files.

  Every setting has a variable too: retention.days is LOOM_RETENTION_DAYS.
  See: loom config list --origin

  LOOM_TEST_NOW and LOOM_TEST_SEED stop the clock and repeat the ids. They
  are for loom's own tests only.
`;

const OUTPUT = `  stdout carries the answer and nothing else; progress, warnings, questions
  and what to do next go to stderr.

  --json   One JSON document: an array for lists, an object otherwise. Fields
           are only ever added. loom schema COMMAND prints its JSON Schema.
  --jsonl  One JSON document per line, for long lists and streams.

  On a terminal lists are tables with a heading, titles are cut to fit and
  times are relative. In a pipe they are tab-separated, one line per row, with
  nothing cut and ISO times.

  Text from transcripts is shown without control, bidi and escape sequences:
  each is replaced by a visible name. JSON keeps the text as it is, escaped.
`;

const HANDLES = `  A session can be named by

    its id, or at least four characters of its beginning
    its agent's own id, or the beginning of that
    @last or last    the last one used; last~1 is the one before
    its exact title

  Full ids are found in every project; the rest in the project of the current
  folder, unless --all or --project is given. When several sessions fit, they
  are listed, nothing is changed, and the exit code is 4.
`;

const TIMES = `  --since and --until take

    30s, 15m, 3h, 2d, 1w        before now
    now, today, yesterday       today and yesterday begin at local midnight
    2026-01-31                  local midnight of that day
    2026-01-31T10:00            local time
    2026-01-31T10:00:00Z        with a zone

  --since includes its instant, --until does not.
`;

/** Every page of \`loom help PAGE\`. */
export const HELP_PAGES: Readonly<Record<string, HelpPage>> = {
  'exit-codes': { summary: 'What each exit code says.', body: EXIT_CODES },
  environment: { summary: 'Variables that loom reads.', body: ENVIRONMENT },
  output: { summary: 'Text, --json, --jsonl; terminals and pipes.', body: OUTPUT },
  handles: { summary: 'How a session is named on the command line.', body: HANDLES },
  times: { summary: 'What --since and --until understand.', body: TIMES },
};
