/**
 * Waits for the layout engine of Ink. The package itself waits for it while it is imported, so that there is nothing left
 * to do here; in the built program this module is another one, which really waits.
 */
export async function readyLayout(): Promise<void> {
  // Nothing is left to wait for.
}
