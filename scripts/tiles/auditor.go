// SPDX-License-Identifier: MIT

// The auditor of a published log: Go's own libraries for transparency logs (golang.org/x/mod/sumdb)
// over the files of a folder.
//
// Usage: auditor FOLDER KEY [OLD-CHECKPOINT]
//
// Checks the checkpoint's signature, every tile against its root, some proofs, every entry against its
// hash where the folder has entries, and that the log goes on from an older checkpoint. Ends with 1
// where anything is wrong, and names the file.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

type folder struct{ path string }

func (f folder) Height() int { return height }

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

// The path of the checksum database's tiles has their height in it, and that of tlog-tiles has not.
func name(tile tlog.Tile) string {
	return "tile/" + strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", height))
}

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(f.path, name(tile)))
		if err != nil {
			return nil, err
		}
		if len(bytes) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s has %d bytes", name(tile), len(bytes))
		}
		data = append(data, bytes)
	}
	return data, nil
}

func checkpoint(path string, verifier note.Verifier) (tlog.Tree, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(bytes, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, fmt.Errorf("%s: %w", path, err)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 {
		return tlog.Tree{}, errors.New("the checkpoint has too few lines")
	}
	if !strings.HasPrefix(lines[0], verifier.Name()+"/") {
		return tlog.Tree{}, errors.New("the checkpoint is of another log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// The hashes in a tile's file, and where it is full the one over them. The library's reader does not hold
// every tile against the one above it (where the tree's edge lies in fewer tiles than it has hashes), so
// each is held against it here.
func contents(f folder, tile tlog.Tile) ([]tlog.Hash, tlog.Hash, error) {
	data, err := f.ReadTiles([]tlog.Tile{tile})
	if err != nil {
		return nil, tlog.Hash{}, err
	}
	var hashes []tlog.Hash
	for place := 0; place < tile.W; place++ {
		var hash tlog.Hash
		copy(hash[:], data[0][place*tlog.HashSize:])
		hashes = append(hashes, hash)
	}
	over := tlog.Hash{}
	if tile.W == 1<<height {
		var halves [2]tlog.Hash
		for side := range halves {
			index := tlog.StoredHashIndex(tile.L*height+height-1, tile.N*2+int64(side))
			halves[side], err = tlog.HashFromTile(tile, data[0], index)
			if err != nil {
				return nil, tlog.Hash{}, err
			}
		}
		over = tlog.NodeHash(halves[0], halves[1])
	}
	return hashes, over, nil
}

// Reads some hashes of a level.
func check(reader tlog.HashReader, level int, first, width int64) ([]tlog.Hash, error) {
	var indexes []int64
	for place := first; place < first+width; place++ {
		indexes = append(indexes, tlog.StoredHashIndex(level, place))
	}
	return reader.ReadHashes(indexes)
}

func entries(path string, hashes []tlog.Hash) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for number, hash := range hashes {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return fmt.Errorf("%s ends within entry %d", path, number)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		if tlog.RecordHash(data[2:end]) != hash {
			return fmt.Errorf("%s: entry %d is not the one that its hash is of", path, number)
		}
		data = data[end:]
	}
	if len(data) > 0 {
		return fmt.Errorf("%s has %d bytes too many", path, len(data))
	}
	return nil
}

func audit(path, key, older string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	tree, err := checkpoint(filepath.Join(path, "checkpoint"), verifier)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, folder{path})
	root, err := tlog.TreeHash(tree.N, reader)
	if err != nil {
		return err
	}
	if root != tree.Hash {
		return errors.New("the tiles have another root than the checkpoint")
	}
	tiles, bundles := 0, 0
	_, err = os.Stat(filepath.Join(path, "tile/entries"))
	hasEntries := err == nil
	var below []tlog.Hash
	for level, count := 0, tree.N; count > 0; level, count = level+1, count>>height {
		var full []tlog.Hash
		for first := int64(0); first < count; first += 1 << height {
			width := count - first
			if width > 1<<height {
				width = 1 << height
			}
			tile := tlog.Tile{H: height, L: level, N: first >> height, W: int(width)}
			hashes, over, err := contents(folder{path}, tile)
			if err != nil {
				return fmt.Errorf("%s: %w", name(tile), err)
			}
			for place, hash := range hashes {
				if level > 0 && hash != below[first+int64(place)] {
					child := tlog.Tile{H: height, L: level - 1, N: first + int64(place), W: 1 << height}
					return fmt.Errorf("%s is not what %s says of it", name(child), name(tile))
				}
			}
			if width == 1<<height {
				full = append(full, over)
			}
			tiles++
			if level > 0 || !hasEntries {
				continue
			}
			bundle := strings.Replace(name(tile), "tile/0/", "tile/entries/", 1)
			if err := entries(filepath.Join(path, bundle), hashes); err != nil {
				return err
			}
			bundles++
		}
		below = full
	}
	proofs := 0
	for place := int64(0); place < tree.N; place = place*3 + 1 {
		proof, err := tlog.ProveRecord(tree.N, place, reader)
		if err != nil {
			return err
		}
		leaf, err := check(reader, 0, place, 1)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, place, leaf[0]); err != nil {
			return err
		}
		proofs++
	}
	words := ""
	if older != "" {
		before, err := checkpoint(older, verifier)
		if err != nil {
			return err
		}
		if before.N > tree.N {
			return fmt.Errorf("the log had %d entries, and has %d", before.N, tree.N)
		}
		proof, err := tlog.ProveTree(tree.N, before.N, reader)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, before.N, before.Hash); err != nil {
			return fmt.Errorf("the log does not go on from its older checkpoint of %d entries: %w", before.N, err)
		}
		words = fmt.Sprintf(", goes on from %d", before.N)
	}
	fmt.Printf("good: %d entries, root %v, %d tiles, %d bundles, %d proofs%s\n",
		tree.N, tree.Hash, tiles, bundles, proofs, words)
	return nil
}

func main() {
	older := ""
	if len(os.Args) == 4 {
		older = os.Args[3]
	} else if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: auditor FOLDER KEY [OLD-CHECKPOINT]")
		os.Exit(64)
	}
	if err := audit(os.Args[1], os.Args[2], older); err != nil {
		fmt.Println("bad:", err)
		os.Exit(1)
	}
}
