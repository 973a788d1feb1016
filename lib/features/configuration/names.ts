import type { SectionName } from "@/lib/features/configuration/step";

/** Maps keys of an environment's things to their ids, and back. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  /** Keys of roles that the service created. A file must not contain them. */
  readonly systemRoles = new Set<string>();
  /** Hashes of a client's live secrets in base64, by the client's key. */
  readonly secretHashes = new Map<string, readonly string[]>();

  /** Adds a key and its id. */
  add(section: SectionName, key: string, id: string): void {
    this.#ids.set(`${section} ${key}`, id);
    this.#keys.set(`${section} ${id}`, key);
  }

  /** Id of a key.
   *  @throws Error for an unknown key: references are checked before any step runs */
  idOf(section: SectionName, key: string): string {
    const id = this.#ids.get(`${section} ${key}`);
    if (id === undefined) throw new Error(`unreachable: ${section} ${key} is not there`);
    return id;
  }

  /** Key of an id. */
  keyOf(section: SectionName, id: string): string {
    const key = this.#keys.get(`${section} ${id}`);
    if (key === undefined) throw new Error(`unreachable: ${section} ${id} is not there`);
    return key;
  }
}
