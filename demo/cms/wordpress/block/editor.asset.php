<?php
/**
 * What WordPress has to load before `editor.js`.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element' ),
	'version'      => LIVE_CHAT_WIDGET_VERSION,
);
