"use client";

import { usePathname } from "next/navigation";
import { Tabs } from "@/app/dashboard/_nouns/tabs";
import { entryOf, type MenuNames, pathBelow } from "@/app/dashboard/_parts/menu";

/** Tabs between the lists that share an entry of the menu, on each of these lists. A page below one has tabs
 *  of its own. */
export function SectionTabs({ base, names }: { base: string; names: MenuNames }) {
  const path = pathBelow(usePathname());
  const entry = entryOf(path);
  if (!entry || entry.pages.length === 1 || !entry.pages.some((one) => one.path === path))
    return null;
  const pages = entry.pages.map((one) => [`/${one.path}`, names[one.key]] as const);
  return <Tabs label={names[entry.key]} base={base} pages={pages} />;
}
