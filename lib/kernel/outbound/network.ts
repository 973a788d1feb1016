import { lookup as systemLookup } from "node:dns";
import { isPublicAddress } from "@/lib/kernel/outbound/public-address";
import { singleton } from "@/lib/kernel/process/singleton";

/** How targets that tenants name are reached. Tests put their own in place; nothing in the configuration can. */
export interface Network {
  lookup: typeof systemLookup;
  allowed: (address: string) => boolean;
  /** Certificates to trust beside the system's. */
  ca?: string;
  /** Whether logout tokens may go to this machine by http: in the service for tests alone, which is a program of its own. */
  takesLoopback?: boolean;
}

const internet: Network = { lookup: systemLookup, allowed: isPublicAddress };
const holder = singleton<{ network: Network }>("network", () => ({ network: internet }));

/** The network that requests to tenants' targets go through: public addresses only. */
export function network(): Network {
  return holder.network;
}

/** Puts another network in place and answers a function that puts the old one back. For tests. */
export function setNetwork(other: Network): () => void {
  const before = holder.network;
  holder.network = other;
  return () => {
    holder.network = before;
  };
}
