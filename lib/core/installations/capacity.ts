/** Limits of a tenant's active installations, over all its environments. */
export interface InstallationCapacity {
  /** The tenant's own limit: no further installation can enrol once this many are active. */
  limit: number;
  /** Maximum of the limit; only the platform's operator changes it (spec, Limits). */
  maximum: number;
  active: number;
}
