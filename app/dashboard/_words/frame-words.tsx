"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Texts of the parts that every page has. */
export type FrameTexts = Catalog["frame"]["parts"];

const Context = createContext<FrameTexts | null>(null);

/** Provides the texts of the parts to those that run in the browser. */
export function FrameWords({ texts, children }: { texts: FrameTexts; children: ReactNode }) {
  return <Context value={texts}>{children}</Context>;
}

/** Returns the texts of the parts, in the reader's language. */
export function useFrameWords(): FrameTexts {
  const texts = useContext(Context);
  if (!texts) throw new Error("A part of the dashboard stands outside its layout.");
  return texts;
}
