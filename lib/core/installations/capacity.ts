/** How many installations of a tenant may be active at once, over all its environments. */
export interface InstallationCapacity {
  /** The tenant's own choice: another one cannot enrol once this many are active. */
  limit: number;
  /** The most the limit can be set to; only the platform's operator changes it (spec, Limits). */
  maximum: number;
  active: number;
}
