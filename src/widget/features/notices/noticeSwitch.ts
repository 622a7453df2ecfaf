import { createSwitch } from '../channel/createSwitch.ts';

/**
 * Whether the visitor wants a notification of the browser for answers while the page is hidden. The
 * browser may deny it all the same.
 */
export const noticeSwitch = createSwitch('notices');
