<?php
/**
 * Plugin Name:       Live Chat Widget
 * Description:       Live chat with your team: loads nothing but a small launcher until a visitor shows interest.
 * Version:           0.3.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       live-chat-widget
 * Domain Path:       /languages
 * Update URI:        false
 *
 * Pages may be cached as a whole: nothing that depends on who looks at them is printed into them. Who is logged in, and what
 * the visitor has consented to, is asked afterwards (`identity.php`, `consent.php`).
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

const LIVE_CHAT_WIDGET_VERSION = '0.3.0';

require __DIR__ . '/texts.php';
require __DIR__ . '/settings.php';
require __DIR__ . '/identity.php';
require __DIR__ . '/consent.php';
require __DIR__ . '/pages.php';
require __DIR__ . '/tag.php';
require __DIR__ . '/placed.php';
