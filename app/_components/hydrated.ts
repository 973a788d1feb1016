"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts run: false on the server and until React has taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
