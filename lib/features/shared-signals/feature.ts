import type { Feature } from "@/lib/features/feature";

/** Event streams of the Shared Signals Framework: receivers poll for security events. */
export const feature = {
  name: "shared-signals",
  needs: ["audit-log"],
  files: [
    "app/.well-known/ssf-configuration",
    "app/api/v1/ssf",
    "app/dashboard/[tenant]/[environment]/credentials/_parts/signal-streams.tsx",
    "e2e/dashboard-streams.spec.ts",
  ],
  sweeps: {
    endIdleStreams: async () =>
      (await import("@/lib/features/shared-signals/end-idle-streams")).endIdleStreams(),
    sweepFormerAddresses: async () =>
      (await import("@/lib/features/shared-signals/sweep-former-addresses")).sweepFormerAddresses(),
  },
  onAddressChanged: async (db, former) => {
    const { storeFormerAddress } = await import(
      "@/lib/features/shared-signals/former-address-store"
    );
    await storeFormerAddress(db, former);
  },
  onUserErased: async (db, { id, email }) => {
    const { excludeByUserId } = await import("@/lib/features/shared-signals/settle-changes");
    const { deleteFormerAddresses } = await import(
      "@/lib/features/shared-signals/former-address-store"
    );
    await excludeByUserId(db, id, email);
    await deleteFormerAddresses(db, id);
  },
} satisfies Feature;
