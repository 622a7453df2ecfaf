/** Runs on the calibration page: loads Preact, and draws one button in a shadow root. */
import { h, render } from 'preact';
import { useState } from 'preact/hooks';

function Button({ label }: { label: string }) {
	const [presses, setPresses] = useState(0);
	return h(
		'button',
		{ type: 'button', 'aria-label': label, onClick: () => setPresses(presses + 1) },
		h('svg', { viewBox: '0 0 24 24' }, h('path', { d: 'M0 0h24v24z' })),
		h('span', null, label, presses),
	);
}

const place = document.createElement('div');
document.body.append(place);
render(h(Button, { label: 'Button' }), place.attachShadow({ mode: 'open' }));
