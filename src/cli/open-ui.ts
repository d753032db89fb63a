import type { UiHost, UiOutcome } from '../ui/ui-host.ts';

/** Shows the terminal face, which no other command loads. */
export async function openUi(host: UiHost): Promise<UiOutcome> {
  return (await import('../ui/show-screen.tsx')).showScreen(host);
}
