/** Where things are kept between two requests of a user: in memory, in a cookie, in Redis, or in a table of yours. */
export interface Store {
  get(key: string): Promise<string | null>;
  /** @param seconds for how long it is needed */
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A store that can also say who came first. A cookie can't. */
export interface SharedStore extends Store {
  /** Stores the value unless there is one.
   *  @returns whether it was stored: of several at once, one is */
  add(key: string, value: string, seconds: number): Promise<boolean>;
}
