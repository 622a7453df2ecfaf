/** Where the texts are that visitors see in the chat: on the page's side, and in the frame. */
export const PAGE_FOLDERS = ['elements', 'src/host'] as const;
export const FRAME_FOLDERS = ['src/widget', 'src/ui'] as const;
