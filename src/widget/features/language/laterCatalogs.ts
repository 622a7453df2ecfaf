/** The list of the catalogues `later`, in a chunk of its own: it is longer than one catalogue. */
export { catalogs } from 'catalogs:later';
