import type { Extensions } from "@/lib/core/extensions";

// Each part is loaded when it is first called: a process that loads the list of features loads nothing
// else of them.

/** Event streams of the Shared Signals Framework: receivers poll for security events. */
export const sharedSignals: Extensions = {
  onAddressChanged: async (db, former) => {
    const { storeFormerAddress: keepFormerAddress } = await import(
      "@/lib/features/shared-signals/former-address-store"
    );
    await keepFormerAddress(db, former);
  },
  onUserErased: async (db, { id, email }) => {
    const { excludeByUserId: keepSubject } = await import(
      "@/lib/features/shared-signals/settle-changes"
    );
    const { deleteFormerAddresses } = await import(
      "@/lib/features/shared-signals/former-address-store"
    );
    await keepSubject(db, id, email);
    await deleteFormerAddresses(db, id);
  },
};
