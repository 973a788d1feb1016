/** Something that a search found, and where it is. */
export interface Found {
  href: string;
  name: string;
  detail?: string;
  /** What a field takes it by, when it is picked. */
  value?: string;
}

/** What a search found of one kind. */
export interface FoundGroup {
  name: string;
  items: Found[];
  /** Where more of the kind are listed, when there may be more. */
  more?: string;
}
