import type { SectionName } from "@/lib/features/configuration/step";

/** The ids of an environment's things by their keys, and the other way round. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  /** Keys of roles that the service made: a file can't have them. */
  readonly systemRoles = new Set<string>();
  /** The hashes of a client's live secrets in base64, by the client's key. */
  readonly secretHashes = new Map<string, readonly string[]>();

  /** Notes what a key stands for. */
  note(section: SectionName, key: string, id: string): void {
    this.#ids.set(`${section} ${key}`, id);
    this.#keys.set(`${section} ${id}`, key);
  }

  /** The id of what a key names.
   *  @throws Error for a key that names nothing: references are checked before anything is done */
  idOf(section: SectionName, key: string): string {
    const id = this.#ids.get(`${section} ${key}`);
    if (id === undefined) throw new Error(`unreachable: ${section} ${key} is not there`);
    return id;
  }

  /** The key of what an id names. */
  keyOf(section: SectionName, id: string): string {
    const key = this.#keys.get(`${section} ${id}`);
    if (key === undefined) throw new Error(`unreachable: ${section} ${id} is not there`);
    return key;
  }
}
