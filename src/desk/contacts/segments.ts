/** The filters of contacts that are kept by name: the agent's own, and shared ones. */
import { atom } from 'jotai/vanilla';
import type { CustomFilter } from '#protocol/application/filters/customFilterRoutes.ts';
import { createSavedFilters } from '../filters/savedFilters.ts';
import { chooseContacts, contactViewAtom } from './contactList.ts';

const saved = createSavedFilters('contact');

export const { listAtom: segmentsAtom, load: loadSegments } = saved;

/** The one that is shown, as far as it is known. */
export const shownSegmentAtom = atom((get) => {
	const { segmentId } = get(contactViewAtom);
	return get(segmentsAtom)?.find(({ id }) => id === segmentId);
});

/** Shows a segment, or all contacts again. */
export const showSegment = atom(null, (_get, set, segmentId: number | undefined) =>
	set(chooseContacts, { segmentId, conditions: undefined, label: undefined }),
);

/** Takes a segment in that was added or changed, and shows it. */
export const takeSegment = atom(null, (_get, set, segment: CustomFilter) => {
	set(saved.take, segment);
	return set(showSegment, segment.id);
});

export const dropSegment = atom(null, (get, set, id: number) => {
	set(saved.drop, id);
	if (get(contactViewAtom).segmentId === id) void set(showSegment, undefined);
});
