import { network, setNetwork } from "@/lib/kernel/outbound/network";

/** Lets logout tokens go to a product on this machine, which no installation does. */
export function takeLoopback(): void {
  setNetwork({ ...network(), takesLoopback: true });
}
