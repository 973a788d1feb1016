import type { ReactNode } from "react";
import type { Caller } from "@/lib/kernel/caller";
import { SignalStreams } from "./_parts/signal-streams";

/** Input of a section: the reader, and the address of the list. */
export interface SectionProps {
  caller: Caller;
  base: string;
}

/** Sections of features below the list of credentials. */
export const sections: Record<string, (props: SectionProps) => Promise<ReactNode>> = {
  SignalStreams,
};
