import { lookup as systemLookup } from "node:dns";
import { isPublicAddress } from "@/lib/kernel/outbound/public-address";
import { singleton } from "@/lib/kernel/process/singleton";

/** Network for requests to tenants' targets. Tests set their own; no configuration can. */
export interface Network {
  lookup: typeof systemLookup;
  allowed: (address: string) => boolean;
  /** Certificates to trust besides the system's. */
  ca?: string;
  /** Whether logout tokens may go to this machine by http: only in the service for tests, which is a program
   *  of its own. */
  takesLoopback?: boolean;
}

const internet: Network = { lookup: systemLookup, allowed: isPublicAddress };
const holder = singleton<{ network: Network }>("network", () => ({ network: internet }));

/** Returns the network for requests to tenants' targets: public addresses only. */
export function network(): Network {
  return holder.network;
}

/** Sets another network and returns a function that restores the previous one. For tests. */
export function setNetwork(other: Network): () => void {
  const before = holder.network;
  holder.network = other;
  return () => {
    holder.network = before;
  };
}
