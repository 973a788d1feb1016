/** Storage between two requests of a user: in memory, in a cookie, in Redis, or in a table of yours. */
export interface Store {
  get(key: string): Promise<string | null>;
  /** @param seconds time for which it is needed */
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A store with an atomic `add`. A cookie can't have one. */
export interface SharedStore extends Store {
  /** Stores the value unless there is one.
   *  @returns whether it was stored: of several parallel calls, one is */
  add(key: string, value: string, seconds: number): Promise<boolean>;
}
