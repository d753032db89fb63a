/** What stands in place of an event's data after purge or forget; every event type may carry it. */
export interface ErasedData {
  readonly erased: true;
}

/** Tells whether the data of an event was erased: the envelope still counts, the content is gone for good. */
export function isErased(data: unknown): data is ErasedData {
  return (
    typeof data === 'object' && data !== null && Object.hasOwn(data, 'erased') && (data as ErasedData).erased === true
  );
}
