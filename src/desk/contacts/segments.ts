/** The filters of contacts that are kept by name: the agent's own, and shared ones. */
import { atom } from 'jotai/vanilla';
import { createSavedFilters } from '../filters/savedFilters.ts';
import { chooseContacts, contactViewAtom } from './contactList.ts';

/** Shows a segment, or all contacts again. */
export const showSegment = atom(null, (_get, set, segmentId: number | undefined) =>
	set(chooseContacts, { segmentId, conditions: undefined, label: undefined }),
);

const shownIdAtom = atom((get) => get(contactViewAtom).segmentId);

export const {
	listAtom: segmentsAtom,
	shownAtom: shownSegmentAtom,
	load: loadSegments,
	take: takeSegment,
	drop: dropSegment,
} = createSavedFilters('contact', shownIdAtom, showSegment);
