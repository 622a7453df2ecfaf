/** What the desk loads once an agent may select. */
export { Bar } from './SelectionBar.tsx';
export { Tick } from './SelectionTick.tsx';
export { toggleCurrent } from './chooseRows.ts';
