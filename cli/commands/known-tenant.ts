/** Returns the result of `work`; adds the id to the error when there is no such tenant.
 *  @param part what else may be unknown
 *  @throws ServiceError as `work` does */
export async function requireTenant<T>(id: string, work: () => Promise<T>, part = ""): Promise<T> {
  const { ServiceError } = await import("@/lib/kernel/errors");
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing")
      throw new ServiceError("missing", {
        detail: `There is no tenant ${id}${part}. Known ones: atrium tenant list`,
      });
    throw error;
  }
}
