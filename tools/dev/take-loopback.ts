import { network, setNetwork } from "@/lib/kernel/outbound/network";

/** Allows logout tokens to a product on this machine, which no installation does. */
export function allowLoopbackLogouts(): void {
  setNetwork({ ...network(), takesLoopback: true });
}
