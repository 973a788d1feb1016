import type { ReactNode } from "react";
import type { Search } from "@/app/dashboard/_nouns/place-path";
import type { Place } from "@/app/dashboard/administrator";
import { userFiles } from "./user-files";

/** Pages of a feature below the list of users. */
interface UserFiles {
  imports: string;
  export: string;
  ExportPreview: (props: { place: Place; search: Search }) => Promise<ReactNode>;
}

const parts: Record<string, UserFiles> = { userFiles };

/** Imports and exports of users; absent without the feature. */
export const [files] = Object.values(parts);
